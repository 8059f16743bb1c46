/** The initial layout: side navigation and header are fixed and visible, and the theme is light. */
export const uiSettings = {
  nav: { hidden: false, fixed: true, minified: false },
  header: { fixed: true },
  theme: 'light',
} as const
