import { Logo } from '@tideline/web-kit/ui/Logo.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import './layout.css'

/** The shape of a page while the first one is fetched. */
export function FirstLoad() {
  return (
    <>
      <div className="header">
        <div className="header-inner">
          <span className="header-brand">
            <Logo />
          </span>
        </div>
      </div>
      <div className="main">
        <Skeleton height={240} />
      </div>
    </>
  )
}
