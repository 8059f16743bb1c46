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
  FilePenLine,
  FileText,
  Info,
  type LucideIcon,
  Maximize,
  MessageSquare,
  Minus,
  Pencil,
  PenLine,
  Phone,
  Plus,
  Star,
  TriangleAlert,
  Undo2,
  WifiOff,
  X,
} from 'lucide-react'
import './Icon.css'

/** The icons of the portal and the back office, named by meaning. Other icons are not bundled. */
const shapes = {
  active: CircleCheck,
  attention: CircleAlert,
  bound: CircleDashed,
  call: Phone,
  cancelled: CircleX,
  change: FilePenLine,
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
  note: MessageSquare,
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

/**
 * An icon in the size and color of the surrounding text. It is hidden from screen readers, so the text must have the
 * same meaning.
 */
export function Icon({ name }: { name: IconName }) {
  const Shape = shapes[name]
  return <Shape className="icon" size="1.15em" aria-hidden="true" focusable="false" />
}
