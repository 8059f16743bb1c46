/** Navigation for code outside of React; the router is put in when it exists. */
let navigate: (path: string) => void = (path) => window.location.assign(path)

export const navigateWith = (router: { navigate: (path: string) => Promise<void> }) => {
  navigate = (path) => void router.navigate(path)
}

let reload = () => window.location.reload()

/** What stands in for the browser's reload, in tests. */
export const reloadWith = (instead: () => void) => {
  reload = instead
}

/** Loads the page anew: nothing that this one remembers is left. */
export const reloadPage = () => reload()

export const goTo = (path: string) => navigate(path)
