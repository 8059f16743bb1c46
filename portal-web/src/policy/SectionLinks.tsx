import { useReducedMotion } from '@tideline/web-kit/ui/useReducedMotion.ts'
import { type RefObject, useEffect, useState } from 'react'

interface Section {
  id: string
  title: string
}

const sectionsIn = (column: HTMLElement): Section[] =>
  [...column.querySelectorAll<HTMLElement>('.card > .card-header > h2[id]')].map(({ id, textContent }) => ({
    id,
    title: (textContent ?? '').replace(/^Policy /, ''),
  }))

const same = (some: readonly Section[], others: readonly Section[]) =>
  some.length === others.length &&
  some.every(({ id, title }, index) => others[index]?.id === id && others[index]?.title === title)

/**
 * Returns the sections of a column in page order, without the word "Policy" before their titles, so that the links fit one
 * line. Updates the list when a section loads later. */
function useSections(column: RefObject<HTMLElement | null>) {
  const [sections, setSections] = useState<Section[]>([])
  useEffect(() => {
    const { current } = column
    if (!current) return
    const read = () => setSections((before) => (same(before, sectionsIn(current)) ? before : sectionsIn(current)))
    const changes = new MutationObserver(read)
    changes.observe(current, { childList: true, subtree: true })
    read()
    return () => changes.disconnect()
  }, [column])
  return sections
}

const isInView = (title: HTMLElement | undefined) => {
  const box = title?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight
}

const titleIn = (column: RefObject<HTMLElement | null>, id: string) =>
  column.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? undefined

/**
 * Returns the current section, and a function that makes another one current. By default, the current section is the
 * last one whose title has reached the upper third of the window. A chosen section stays current while its title is in
 * view, because a short page cannot scroll every section to the top.
 */
function useSectionInView(column: RefObject<HTMLElement | null>, sections: readonly Section[]) {
  const [read, setRead] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    const look = () => {
      const passed = sections.filter(({ id }) => {
        const top = titleIn(column, id)?.getBoundingClientRect().top
        return top !== undefined && top < window.innerHeight / 3
      })
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const isAtTop = window.scrollY === 0
      setRead((isAtEnd && !isAtTop ? sections : passed).at(-1)?.id ?? sections[0]?.id)
      if (isAtTop && !isAtEnd) setChosen(undefined)
      else setChosen((before) => (before && isInView(titleIn(column, before)) ? before : undefined))
    }
    // The observer calls `look` immediately, and again when a section loads and moves the sections below it.
    const layout = new ResizeObserver(look)
    if (column.current) layout.observe(column.current)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      layout.disconnect()
      window.removeEventListener('scroll', look)
    }
  }, [column, sections])
  return [chosen ?? read, setChosen] as const
}

/**
 * Shows links to the page's sections and highlights the current section. Shows no links on a phone, where sections are
 * collapsible.
 */
export function SectionLinks({ column }: { column: RefObject<HTMLElement | null> }) {
  const sections = useSections(column)
  const [current, setCurrent] = useSectionInView(column, sections)
  const prefersReducedMotion = useReducedMotion()
  const show = (id: string) => {
    const title = titleIn(column, id)
    setCurrent(id)
    title?.querySelector<HTMLElement>('button[aria-expanded=false]')?.click()
    title?.closest('.card')?.scrollIntoView({ block: 'start', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
    // Lets keyboard navigation continue from this section.
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
  }
  return (
    <nav className="policy-links" aria-label="Sections of the policy">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={(event) => {
                // Does not change the hash in the URL, which is reserved for open dialogs.
                event.preventDefault()
                show(id)
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
