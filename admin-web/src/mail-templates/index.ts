import { Mails } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

const List = lazy(() => import('./List.tsx'))
const Mail = lazy(() => import('./Form.tsx'))

/** Pages for email templates. They do not use a react-admin list, since there are only a few dozen templates. */
export const mailTemplatesResource: BackOfficeResource = {
  name: 'mail-templates',
  position: 16,
  operation: 'listMailTemplates',
  label: 'Email Templates',
  group: 'Administration',
  icon: Mails,
  children: [
    createElement(Route, { key: 'all', index: true, element: createElement(List) }),
    createElement(Route, { key: 'one', path: ':template', element: createElement(Mail) }),
  ],
}
