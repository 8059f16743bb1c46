import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Maps the names of MUI icons that react-admin imports to the matching Lucide icons. */
const lucideNames: Record<string, string> = {
  AccessTime: 'Clock',
  AccountCircle: 'CircleUserRound',
  Add: 'Plus',
  AddCircleOutlineOutlined: 'CirclePlus',
  ArrowCircleDown: 'ArrowDown',
  ArrowCircleUp: 'ArrowUp',
  ArrowDropDown: 'ChevronDown',
  Book: 'Book',
  BookmarkAdd: 'BookmarkPlus',
  BookmarkBorder: 'Bookmark',
  BookmarkRemove: 'BookmarkMinus',
  Brightness4: 'Moon',
  Brightness7: 'Sun',
  Cancel: 'CircleX',
  CancelOutlined: 'CircleX',
  ChatBubble: 'MessageSquare',
  CheckBox: 'SquareCheck',
  CheckBoxOutlineBlank: 'Square',
  CheckCircle: 'CircleCheck',
  Clear: 'X',
  Close: 'X',
  Create: 'Pencil',
  Dashboard: 'LayoutDashboard',
  Delete: 'Trash2',
  DeleteOutlineOutlined: 'Trash2',
  Done: 'Check',
  DragIndicator: 'GripVertical',
  Error: 'CircleAlert',
  ErrorOutlineOutlined: 'CircleAlert',
  ExpandMore: 'ChevronDown',
  Favorite: 'Heart',
  FilterList: 'ListFilter',
  GetApp: 'Download',
  HelpOutlineOutlined: 'CircleQuestionMark',
  HighlightOff: 'CircleX',
  History: 'History',
  HotTub: 'CircleAlert',
  Inbox: 'Inbox',
  Label: 'Tag',
  List: 'List',
  Lock: 'Lock',
  MailOutlineOutlined: 'Mail',
  Menu: 'Menu',
  NavigateBefore: 'ChevronLeft',
  NavigateNext: 'ChevronRight',
  People: 'Users',
  PersonPin: 'SquareUser',
  PowerSettingsNew: 'LogOut',
  Queue: 'CopyPlus',
  Refresh: 'RefreshCw',
  RemoveCircle: 'CircleMinus',
  RemoveCircleOutlineOutlined: 'CircleMinus',
  RemoveRedEye: 'Eye',
  Report: 'OctagonAlert',
  Save: 'Check',
  Search: 'Search',
  Settings: 'Settings2',
  Sort: 'ArrowUpDown',
  Title: 'Type',
  Translate: 'Languages',
  Update: 'RefreshCw',
  ViewList: 'LayoutList',
  ViewWeek: 'Columns3',
  Visibility: 'Eye',
  VisibilityOff: 'EyeOff',
  WarningAmber: 'TriangleAlert',
}

const muiIconImport = /^@mui\/icons-material\/(?:esm\/)?(\w+)$/
const folder = join(import.meta.dirname, 'icons')
const file = new RegExp(`^${folder}/(\\w+)\\.js$`)

/**
 * Returns the source of a module that renders a Lucide icon inside MUI's `SvgIcon`. The icon has no fill because Lucide
 * icons are outlines.
 */
const buildIconModule = (shape: string) => `
import { createElement, forwardRef } from 'react'
import SvgIcon from '@mui/material/SvgIcon'
import { ${shape} as Shape } from 'lucide-react'
const Drawn = forwardRef(({ ownerState, color, ...props }, ref) => createElement(Shape, { ...props, ref, style: { fill: 'none' } }))
export default forwardRef((props, ref) => createElement(SvgIcon, { ...props, ref, component: Drawn, inheritViewBox: true }))
`

/** Vite plugin that replaces react-admin's MUI icons with the Lucide icons that the portal uses. */
export const replaceMuiIcons = (): Plugin => ({
  name: 'one-set-of-icons',
  enforce: 'pre',
  resolveId(source) {
    const [, name] = muiIconImport.exec(source) ?? []
    return name && join(folder, `${name}.js`)
  },
  load(id) {
    const [, name] = file.exec(id) ?? []
    if (!name) return undefined
    const shape = lucideNames[name]
    if (!shape) throw new Error(`The portal's set has no shape for MUI's ${name}: name one in one-set-of-icons.ts.`)
    return buildIconModule(shape)
  },
})
