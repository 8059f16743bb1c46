import { ListItemText, MenuItem } from '@mui/material'
import type { Preferences } from '@tideline/sdk'
import { useStore } from 'react-admin'
import { uiSettings } from '../ui-settings.ts'
import { themeStoreKey } from './convert-preferences.ts'

type Theme = NonNullable<Preferences['theme']>
const themes: Record<Theme, string> = { light: 'Light theme', dark: 'Dark theme', system: 'Match system' }

/** Menu items for the theme: light, dark or system. The choice is saved with the user's account. */
export function ThemeMenuItems() {
  const [chosen, choose] = useStore<Theme>(themeStoreKey, uiSettings.theme)
  return Object.entries(themes).map(([theme, name]) => (
    <MenuItem
      key={theme}
      role="menuitemradio"
      aria-checked={theme === chosen}
      selected={theme === chosen}
      onClick={() => choose(theme as Theme)}
    >
      <ListItemText>{name}</ListItemText>
    </MenuItem>
  ))
}
