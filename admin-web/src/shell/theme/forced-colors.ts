/**
 * Styles for forced colors (high contrast), which remove backgrounds and shadows. Selected items and switches get a
 * border or a system color instead.
 */
export const forcedColorStyles = {
  '@media (forced-colors: active)': {
    // The parent selector makes these rules stronger than the border of the component.
    'body :is(.MuiButton-contained, .MuiChip-root, .MuiSkeleton-root, .MuiAlert-root)': { border: '1px solid' },
    'body .RaMenuItemLink-active': { borderLeft: '3px solid Highlight' },
    '.MuiTabs-indicator': { backgroundColor: 'Highlight' },
    '.MuiToggleButton-root.Mui-selected, .MuiPaginationItem-root.Mui-selected': { outline: '2px solid Highlight' },
    '[role="option"]:is([aria-selected="true"], .Mui-focused)': {
      outline: '2px solid Highlight',
      outlineOffset: -2,
    },
    '.MuiSwitch-root': {
      '& .MuiSwitch-track': { border: '1px solid', opacity: 1 },
      '& .MuiSwitch-thumb': { backgroundColor: 'ButtonText' },
      '& .Mui-checked .MuiSwitch-thumb': { backgroundColor: 'Highlight' },
      '& .Mui-disabled .MuiSwitch-thumb': { backgroundColor: 'GrayText' },
    },
  },
} as const
