import { type ComponentType, lazy, Suspense } from 'react'

/**
 * Loads a dialog's code when the dialog is first rendered. The page behind the dialog remains visible during loading.
 *
 * @example const TransferDialog = lazyDialog(() => import('./TransferDialog.tsx'), 'TransferDialog')
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
