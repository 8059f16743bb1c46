/** What may import what: the areas of a package from the ground up. An area stands on those before it, never on later ones. */
export interface House {
  /** The folder whose folders are the areas, from the repository's root. */
  folder: string
  /** Lowest first. Files that lie beside the areas are the area `.`; folders that are not named fail. */
  areas: readonly string[]
}

export const houses: readonly House[] = [
  {
    folder: 'portal-web/kit',
    areas: ['errors', 'formats', 'labels', '.', 'theme', 'ui', 'forms', 'session', 'settings', 'screen'],
  },
  {
    folder: 'portal-web/src',
    areas: [
      'base',
      'summary',
      'agency',
      'claims',
      'documents',
      'history',
      'lienholders',
      'signing',
      'payments',
      'timeline',
      'transactions',
      'endorsements',
      'cancellation',
      'lifecycle',
      'wizard',
      'policy',
      'policies',
      'policyholder',
      'links',
      'login',
      'layout',
      'pages',
      '.',
    ],
  },
]
