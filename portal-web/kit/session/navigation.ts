/** Navigates from code outside of React. Until the router is set, navigation loads the whole page. */
let navigate: (path: string) => void = (path) => window.location.assign(path)

export const setRouter = (router: { navigate: (path: string) => Promise<void> }) => {
  navigate = (path) => void router.navigate(path)
}

let reload = () => window.location.reload()

/** Replaces the browser's reload function in tests. */
export const setReloadFunction = (instead: () => void) => {
  reload = instead
}

/** Reloads the page, which clears everything in memory. */
export const reloadPage = () => reload()

export const navigateTo = (path: string) => navigate(path)
