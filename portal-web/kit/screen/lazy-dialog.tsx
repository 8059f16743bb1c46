import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A dialog that is fetched when it is first opened. Nothing stands in for it meanwhile: the page behind it stays.
 *
 * @example
 * const TransferDialog = lazyDialog(() => import('./TransferDialog.tsx'), 'TransferDialog')
 */
export function lazyDialog<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  return (props: Props) => (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
