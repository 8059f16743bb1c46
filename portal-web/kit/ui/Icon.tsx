import {
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  CalendarX2,
  Check,
  ChevronDown,
  ChevronsLeft,
  ChevronsRight,
  ChevronsUpDown,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDollarSign,
  CircleX,
  Clock,
  Copy,
  EllipsisVertical,
  FileText,
  Info,
  type LucideIcon,
  Maximize,
  Minus,
  Pencil,
  PenLine,
  Plus,
  Star,
  TriangleAlert,
  Undo2,
  WifiOff,
  X,
} from 'lucide-react'
import './Icon.css'

/** Every shape of both apps, by what it means; what is not named here is not in the bundle. */
const shapes = {
  active: CircleCheck,
  attention: CircleAlert,
  bound: CircleDashed,
  cancelled: CircleX,
  clock: Clock,
  copy: Copy,
  close: X,
  done: Check,
  edit: Pencil,
  fit: Maximize,
  further: ChevronsRight,
  back: ChevronsLeft,
  info: Info,
  menu: EllipsisVertical,
  minus: Minus,
  money: CircleDollarSign,
  nonRenew: CalendarX2,
  offline: WifiOff,
  open: ChevronDown,
  over: Circle,
  paper: FileText,
  plus: Plus,
  returned: Undo2,
  sign: PenLine,
  sortDown: ArrowDown,
  sortUp: ArrowUp,
  sortable: ChevronsUpDown,
  star: Star,
  transfer: ArrowLeftRight,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>

export type IconName = keyof typeof shapes

/** A shape as high as the text it stands with, in its colour; decoration, so that words say the same beside it. */
export function Icon({ name }: { name: IconName }) {
  const Shape = shapes[name]
  return <Shape className="icon" size="1.15em" aria-hidden="true" focusable="false" />
}
