import { Mails } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../resource.ts'

const List = lazy(() => import('./MailTemplateList.tsx'))
const Mail = lazy(() => import('./MailTemplateEdit.tsx'))

/** The mails are a few dozen and none is added: pages of their own instead of a list of the back office. */
export const mailTemplates: BackOfficeResource = {
  name: 'mail-templates',
  place: 16,
  role: 'superuser',
  label: 'Email Templates',
  group: 'Administration',
  icon: Mails,
  children: [
    createElement(Route, { key: 'all', index: true, element: createElement(List) }),
    createElement(Route, { key: 'one', path: ':template', element: createElement(Mail) }),
  ],
}
