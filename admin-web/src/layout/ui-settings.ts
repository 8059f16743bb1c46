/** How the back office starts: side navigation and header stay in sight, the theme is light. */
export const uiSettings = {
  nav: { hidden: false, fixed: true, minified: false },
  header: { fixed: true },
  theme: 'light',
} as const
