import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findForeignClasses, findForeignStylesheets, findUnusedClasses, getClasses, getSheets } from './css-use.ts'

const web = join(import.meta.dirname, '../../portal-web')
const shared = getClasses(readFileSync(join(web, 'kit/theme/theme.css'), 'utf8'))

/** Classes that pdf.js uses in its text layer, and that Stripe sets on its fields. */
const thirdPartyClasses = [
  'signing/signing.css defines .markedContent',
  'payments/payments.css defines .StripeElement--focus',
]

/** File in each folder that imports the shared theme: the app's entry point or the setup of its component tests. */
const themeImports = {
  src: 'main.ts imports @tideline/web-kit/theme/theme.css',
  kit: 'testing/render-screen.tsx imports ../theme/theme.css',
}

describe.each(['src', 'kit'] as const)('portal-web/%s', (folder) => {
  const sheets = getSheets(join(web, folder))

  it('imports stylesheets only within the same area', () => {
    expect(findForeignStylesheets(sheets)).toEqual([themeImports[folder]])
  })

  it('uses only class names of its own area and the shared theme', () => {
    expect(findForeignClasses(sheets, shared)).toEqual([])
  })

  it('uses every CSS class that it defines', () => {
    const idle = findUnusedClasses(sheets.filter(({ path }) => !path.startsWith('theme/')))
    expect(idle.filter((one) => !thirdPartyClasses.includes(one))).toEqual([])
  })
})

describe('stylesheet area check', () => {
  const sheets = [
    {
      path: 'payments/pay.css',
      text: '.pay-grid { color: red }\n@media print { .pay-gone:hover .table { color: red } }',
    },
    { path: 'payments/Card.tsx', text: 'import \'./pay.css\'\nconst a = <p className="pay-grid muted" />' },
    {
      path: 'lienholders/Dialog.tsx',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the string contains source code
      text: "import '../payments/pay.css'\nconst a = <p className={on ? `pay-grid ${more} x-${tone}` : undefined} />",
    },
  ]

  it('finds an import of a stylesheet from another area', () => {
    expect(findForeignStylesheets(sheets)).toEqual(['lienholders/Dialog.tsx imports ../payments/pay.css'])
  })

  it('finds a class from another area, and ignores computed class names', () => {
    expect(findForeignClasses(sheets, new Set(['muted']))).toEqual(['lienholders/Dialog.tsx uses .pay-grid'])
  })

  it('finds a class that is not used in its own area', () => {
    expect(findUnusedClasses(sheets)).toEqual(['payments/pay.css defines .pay-gone', 'payments/pay.css defines .table'])
  })
})
