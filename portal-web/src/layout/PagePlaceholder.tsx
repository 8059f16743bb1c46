import { Logo } from '@tideline/web-kit/ui/Logo.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import type { ReactNode } from 'react'
import './layout.css'

/** The placeholder of a page during the first load, with optional content that is already known. */
export function PagePlaceholder({ children = <Skeleton height={240} /> }: { children?: ReactNode }) {
  return (
    <>
      <div className="header">
        <div className="header-inner">
          <span className="header-brand">
            <Logo />
          </span>
        </div>
      </div>
      <div className="main">{children}</div>
    </>
  )
}
