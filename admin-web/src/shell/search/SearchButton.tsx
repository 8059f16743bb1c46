import { Button, ButtonBase, IconButton } from '@mui/material'
import { Search } from 'lucide-react'
import { openSearch } from './search-event.ts'

/** A button on not-found pages that opens the global search. */
export const SearchButton = () => (
  <Button variant="outlined" startIcon={<Search size={18} aria-hidden="true" />} onClick={openSearch}>
    Search everything
  </Button>
)

/** The search button in the top bar. Looks like a search field with its shortcut, or like an icon on phones. */
export const SearchBarButton = () => (
  <>
    <ButtonBase
      onClick={openSearch}
      aria-label="Search everything"
      aria-keyshortcuts="/"
      sx={{
        display: { xs: 'none', sm: 'flex' },
        alignItems: 'center',
        gap: 1,
        width: { sm: 200, lg: 320 },
        height: 36,
        paddingX: 1.5,
        marginX: 1,
        border: 1,
        borderColor: 'var(--line-strong)',
        borderRadius: 1,
        color: 'text.secondary',
        typography: 'body2',
      }}
    >
      <Search size={16} aria-hidden="true" />
      <span style={{ flex: 1, textAlign: 'left' }}>Search</span>
      <kbd>/</kbd>
    </ButtonBase>
    <IconButton
      color="inherit"
      onClick={openSearch}
      aria-label="Search everything"
      sx={{ display: { xs: 'inline-flex', sm: 'none' } }}
    >
      <Search size={20} aria-hidden="true" />
    </IconButton>
  </>
)
