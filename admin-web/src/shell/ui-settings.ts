/** The initial layout: fixed side navigation and header, and the light theme. */
export const uiSettings = {
  nav: { hidden: false, fixed: true, minified: false },
  header: { fixed: true },
  theme: 'light',
} as const

/** Id of the element of the layout that contains open menus. */
export const menuContainerId = 'menus'
