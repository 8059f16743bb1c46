import { ListItemIcon, MenuItem, Tooltip, Typography } from '@mui/material'
import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import { Menu, usePermissions, useSidebarState } from 'react-admin'
import { typeScale } from '../../kit/tokens.ts'
import { getNavigationGroups, type NavEntry } from '../nav.ts'

const Heading = styled('li')(({ theme }) => ({
  listStyle: 'none',
  margin: theme.spacing(1.5, 2, 0.5),
  ...typeScale.chip,
  fontWeight: 600,
  color: theme.palette.text.secondary,
}))

const Line = styled('li')(({ theme }) => ({
  listStyle: 'none',
  margin: theme.spacing(1, 1.5),
  borderTop: `1px solid ${theme.palette.divider}`,
}))

/** Marks the current page with a background and a bar, not by color alone. */
const activeItemStyle = {
  borderRadius: 1,
  marginX: 0.5,
  paddingX: 1,
  paddingY: 0.5,
  minHeight: 32,
  '& .MuiListItemIcon-root': { minWidth: 28, color: 'inherit' },
  '&.RaMenuItemLink-active': {
    color: 'primary.main',
    fontWeight: 600,
    backgroundColor: 'action.selected',
    boxShadow: (theme: { palette: { primary: { main: string } } }) => `inset 3px 0 0 ${theme.palette.primary.main}`,
  },
} as const

/** Large text wraps while the navigation shows names. */
const getItemStyle = (isOpen: boolean) => ({
  ...activeItemStyle,
  ...(isOpen && { '&, & .MuiTypography-root': { whiteSpace: 'normal' } }),
})

const MenuIcon = ({ icon: Icon }: { icon: LucideIcon }) => <Icon size={18} aria-hidden="true" focusable="false" />

/**
 * The heading of a navigation group, or a line if the navigation is collapsed. The role `separator` is valid inside a
 * menu and can have a label. Ignores the focus props that MUI passes to the first menu item.
 */
const Group = ({ name }: { name?: string }) =>
  name ? (
    <Heading role="separator" aria-label={name}>
      {name}
    </Heading>
  ) : (
    <Line role="separator" />
  )

/** A link to the profile page, which is in the portal and loads a new page. */
function PortalEntry({ entry: { label, to, icon }, isOpen }: { entry: NavEntry; isOpen: boolean }) {
  const item = (
    <MenuItem component="a" href={to} sx={{ ...getItemStyle(isOpen), color: 'text.secondary' }}>
      <ListItemIcon>
        <MenuIcon icon={icon} />
      </ListItemIcon>
      <Typography variant="inherit" noWrap>
        {label}
      </Typography>
    </MenuItem>
  )
  return isOpen ? (
    item
  ) : (
    <Tooltip title={label} placement="right">
      {item}
    </Tooltip>
  )
}

/** The side navigation: the pages that the user's roles can open, by group. When collapsed, shows only icons. */
export function SideMenu() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [isOpen] = useSidebarState()
  return (
    <nav aria-label="Main">
      <Menu sx={{ marginTop: 0.5, paddingBottom: 2 }}>
        {getNavigationGroups(roles).flatMap(({ group, entries }, index) => [
          group && isOpen ? <Group key={group} name={group} /> : index > 0 ? <Group key={group ?? 'own'} /> : null,
          ...entries.map((entry) =>
            entry.group ? (
              <Menu.Item
                key={entry.to}
                to={entry.to}
                primaryText={entry.label}
                leftIcon={<MenuIcon icon={entry.icon} />}
                sx={getItemStyle(isOpen)}
              />
            ) : (
              <PortalEntry key={entry.to} entry={entry} isOpen={isOpen} />
            ),
          ),
        ])}
      </Menu>
    </nav>
  )
}
