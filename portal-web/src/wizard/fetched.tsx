import { type ComponentType, lazy, useState } from 'react'

/**
 * A part that is fetched on demand, as by React's `lazy`, and may be fetched ahead. What has come before it is shown stands
 * at once: `lazy` would show its placeholder first, and React keeps a placeholder for 300 ms.
 *
 * @example
 * const PayStep = fetched(() => import('./steps/PayStep.tsx'), 'PayStep')
 */
export function fetched<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined
  const fetchIt = async () => {
    loaded = (await load())[name]
    return { default: loaded as ComponentType<object> }
  }
  const OnDemand: ComponentType<object> = lazy(fetchIt)
  const part = (props: Props) => {
    // For as long as it stands it stays the one that it began as.
    const [Shown] = useState(() => loaded ?? (OnDemand as ComponentType<Props>))
    return <Shown {...props} />
  }
  return Object.assign(part, {
    /** Fetches it. What fails is fetched again when it is to be shown. */
    ahead: () => void fetchIt().catch(() => undefined),
  })
}
