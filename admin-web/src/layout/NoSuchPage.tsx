import { useEffect } from 'react'
import { NotFound } from 'react-admin'
import { useLocation } from 'react-router'
import { unauthorizedPage } from '../authProvider.ts'
import { resources } from '../resources.ts'
import { leaveFor } from './leave.ts'

const isOfAnArea = (pathname: string) =>
  resources.some(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`))

/** Only the areas of the user's roles have routes: what is there for others leads to /unauthorized (spec 3 §6). */
export function NoSuchPage() {
  const isForOthers = isOfAnArea(useLocation().pathname)
  useEffect(() => {
    if (isForOthers) leaveFor(unauthorizedPage())
  }, [isForOthers])
  return isForOthers ? null : <NotFound />
}
