import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Areas of a package in import order. An area may import only areas that are listed before it. */
export interface PackageLayout {
  /** Folder that contains the areas, relative to the repository root. */
  folder: string
  /**
   * Area folders, in import order. `.` stands for files outside of the area folders. The test fails if a folder is not
   * listed.
   */
  areas: readonly string[]
}

const backOffice = join(import.meta.dirname, '../../admin-web/src')

/** Back-office areas that import other ones, in import order. */
const importingAreas = ['approvals', 'policies', 'billing', 'cancellation-notices', 'moratoriums']

/** Returns the folders of all other back-office resources, in alphabetical order. */
const findOtherResources = () =>
  readdirSync(backOffice).filter(
    (area) => existsSync(join(backOffice, area, 'index.ts')) && !importingAreas.includes(area),
  )

export const packageLayouts: readonly PackageLayout[] = [
  { folder: 'openapi', areas: ['.'] },
  { folder: 'sdk/src', areas: ['.'] },
  {
    folder: 'api/src',
    areas: [
      'config',
      'calendar',
      'db',
      'providers',
      'http',
      'audit',
      'catalog',
      'outbox',
      'link-tokens',
      'pricing',
      'ledger',
      'approvals',
      'settings',
      'agencies',
      'taxes',
      'commissions',
      'policy',
      'notifications',
      'accounts',
      'credentials',
      'events',
      'webhooks',
      'cancellation-watch',
      'documents',
      'notes',
      'claims',
      'moratoriums',
      'widgets',
      'payments',
      'policy-reads',
      'signing',
      'registration',
      'endorsements',
      'lifecycle',
      'delinquency',
      'links',
      'lockbox',
      'imports',
      'bulk-jobs',
      'work-queue',
      'timeline',
      'jobs',
      'sandbox',
      'demo-book',
      '.',
      'testing',
    ],
  },
  { folder: 'api/stripe-simulator/src', areas: ['.', 'testing'] },
  {
    folder: 'cli/src',
    areas: ['base', 'events', 'bulk', 'scenarios', 'commands', '.', 'testing'],
  },
  {
    folder: 'portal-web/kit',
    areas: [
      'errors',
      'formats',
      'labels',
      'maps',
      '.',
      'theme',
      'ui',
      'forms',
      'session',
      'settings',
      'screen',
      'testing',
    ],
  },
  {
    folder: 'portal-web/src',
    areas: [
      'base',
      'summary',
      'agency',
      'claims',
      'own-claims',
      'proof-links',
      'documents',
      'history',
      'lienholders',
      'signing',
      'payments',
      'contact',
      'mortgagee-changes',
      'timeline',
      'transactions',
      'endorsements',
      'cancellation',
      'lifecycle',
      'wizard',
      'policy',
      'policies',
      'imports',
      'commissions',
      'registration',
      'policyholder',
      'links',
      'widgets',
      'agents',
      'login',
      'layout',
      'pages',
      '.',
    ],
  },
  {
    folder: 'admin-web/src',
    areas: ['kit', ...findOtherResources(), ...importingAreas, 'shell', '.', 'testing'],
  },
  {
    folder: 'admin-web/src/kit',
    areas: ['.', 'fields', 'dialogs', 'records', 'tables'],
  },
  {
    folder: 'admin-web/src/shell',
    areas: ['.', 'preferences', 'preview', 'search', 'account', 'home', 'layout', 'theme'],
  },
  {
    folder: 'tests',
    areas: [
      'architecture',
      'contract',
      'copy',
      'property',
      'requirements',
      'runner',
      'samples',
      'support',
      'mutation',
      'bench',
      'browser',
      'faults',
      'trust',
      'packages',
      '.',
    ],
  },
]
