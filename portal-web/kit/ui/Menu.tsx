import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { useOverlayContainer } from './overlay-container.ts'
import './Menu.css'

export interface MenuEntry {
  label: string
  /** Additional text for screen readers, for example to say that the link opens a new tab. */
  note?: string | undefined
  /** The reason why the entry is disabled. */
  disabledReason?: string | undefined
  onSelect: () => void
}

/** A dropdown menu below a button. */
export function Menu({ trigger, entries }: { trigger: ReactNode; entries: readonly MenuEntry[] }) {
  const place = useOverlayContainer()
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
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
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
