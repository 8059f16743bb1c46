import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import './Menu.css'

export interface MenuEntry {
  label: string
  /** Additional text for screen readers, for example to say that the link opens a new tab. */
  note?: string | undefined
  /** The reason why the entry is disabled. */
  disabledReason?: string | undefined
  onSelect: () => void
}

/**
 * A dropdown menu below a button. It is not modal and is rendered next to the button, so that the page and its landmarks
 * stay available to screen readers while it is open.
 */
export const Menu = ({ trigger, entries }: { trigger: ReactNode; entries: readonly MenuEntry[] }) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
      {entries.map(({ label, note, disabledReason, onSelect }) => (
        <DropdownMenu.Item
          key={label}
          className="menu-item"
          disabled={disabledReason !== undefined}
          onSelect={onSelect}
        >
          <span>
            {label}
            {disabledReason && <span className="menu-reason">{disabledReason}</span>}
          </span>
          {note && <span className="visually-hidden"> ({note})</span>}
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Content>
  </DropdownMenu.Root>
)
