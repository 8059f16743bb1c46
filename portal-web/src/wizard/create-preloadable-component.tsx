import { type ComponentType, lazy, useState } from 'react'

/**
 * Returns a component that loads on demand, like React's `lazy`, and can also be preloaded. A preloaded component
 * renders immediately, without the placeholder that `lazy` shows.
 *
 * @example
 * const PayStep = createPreloadableComponent(() => import('./steps/PayStep.tsx'), 'PayStep')
 */
export function createPreloadableComponent<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined
  const loadComponent = async () => {
    loaded = (await load())[name]
    return { default: loaded as ComponentType<object> }
  }
  const OnDemand: ComponentType<object> = lazy(loadComponent)
  const part = (props: Props) => {
    // Keeps the same component type while mounted.
    const [Shown] = useState(() => loaded ?? (OnDemand as ComponentType<Props>))
    return <Shown {...props} />
  }
  return Object.assign(part, {
    /** Preloads the component. After a failure, it loads again when it is rendered. */
    preload: () => void loadComponent().catch(() => undefined),
  })
}
