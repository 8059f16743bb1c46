import { useEffect } from 'react'
import { NotFound } from 'react-admin'
import { useLocation } from 'react-router'
import { unauthorizedPage } from '../authProvider.ts'
import { resources } from '../resources.ts'
import { leaveFor } from './leave.ts'

const isOfAnArea = (pathname: string) =>
  resources.some(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`))

/** Leads who may not see a page to the portal's word on it (spec 3 §6). */
export function Unauthorized() {
  useEffect(() => leaveFor(unauthorizedPage()), [])
  return null
}

/** Only the areas of the user's roles have routes: what is there for others leads to /unauthorized. */
export const NoSuchPage = () => (isOfAnArea(useLocation().pathname) ? <Unauthorized /> : <NotFound />)
