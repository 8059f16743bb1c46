import { Printer } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

const ExportsPage = lazy(() => import('./LetterExportsPage.tsx'))

export const printQueueResource: BackOfficeResource = {
  name: 'print-queue',
  collection: 'letters',
  position: 13,
  operation: 'listAdminLetters',
  label: 'Print Queue',
  group: 'Money',
  icon: Printer,
  list: lazy(() => import('./List.tsx')),
  children: [createElement(Route, { key: 'exports', path: 'exports', element: createElement(ExportsPage) })],
}
