/** Navigation for code outside of React; the router is put in when it exists. */
let navigate: (path: string) => void = (path) => window.location.assign(path)

export const navigateWith = (router: { navigate: (path: string) => Promise<void> }) => {
  navigate = (path) => void router.navigate(path)
}

export const goTo = (path: string) => navigate(path)
