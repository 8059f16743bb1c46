import type { AnyStateMachine, AnyStateNode } from 'xstate'

const getId = (node: AnyStateNode) => node.path.join('_') || node.id

/** Returns the label of a transition: the event, or the result of a request or timer. */
function getLabel(event: string, node: AnyStateNode): string {
  if (event === '') return ''
  const source = node.invoke.map(({ src }) => String(src)).join(', ')
  if (event.startsWith('xstate.done.actor')) return `${source} done`
  if (event.startsWith('xstate.error.actor')) return `${source} failed`
  if (event.startsWith('xstate.done.state')) return 'done'
  return event.startsWith('xstate.after') ? `after ${event.split('.')[2] ?? ''}` : event
}

const getGuard = (guard: unknown) => {
  if (!guard) return ''
  const name = typeof guard === 'string' ? guard : String((guard as { type?: string }).type ?? '')
  return name ? ` [${name}]` : ''
}

function* listTransitions(node: AnyStateNode): Generator<string> {
  const all = [...node.transitions.entries(), ['', node.always ?? []] as const]
  for (const [event, transitions] of all)
    for (const { target, guard } of transitions)
      for (const to of target ?? []) {
        const text = `${getLabel(String(event), node)}${getGuard(guard)}`.trim()
        yield `  ${getId(node)} --> ${getId(to)}${text ? `: ${text}` : ''}`
      }
  for (const child of Object.values(node.states)) yield* listTransitions(child)
}

function* listStates(node: AnyStateNode, depth: number): Generator<string> {
  const pad = '  '.repeat(depth)
  const children = Object.values(node.states)
  if (children.length === 0) {
    yield `${pad}state "${node.key}" as ${getId(node)}`
    return
  }
  yield `${pad}state "${node.key}" as ${getId(node)} {`
  for (const initial of node.initial?.target ?? []) yield `${pad}  [*] --> ${getId(initial)}`
  for (const child of children) yield* listStates(child, depth + 1)
  yield `${pad}}`
}

/**
 * Returns the documentation page that shows a state machine as a Mermaid diagram. A test compares the page with the
 * committed file.
 */
export const renderDiagramPage = (machine: AnyStateMachine, { title, file }: { title: string; file: string }) =>
  [
    `# ${title}`,
    '',
    `Drawn from \`${file}\`; a test compares both. After a change: \`vitest -u\` on \`diagram.test.ts\`.`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...(machine.root.initial?.target ?? []).map((node) => `  [*] --> ${getId(node)}`),
    ...Object.values(machine.root.states).flatMap((node) => [...listStates(node, 1)]),
    ...listTransitions(machine.root),
    '```',
    '',
  ].join('\n')
