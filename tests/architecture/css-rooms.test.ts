import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignClasses, foreignCss, getClasses, getSheets, idleClasses } from './css-use.ts'

const web = join(import.meta.dirname, '../../portal-web')
const shared = getClasses(readFileSync(join(web, 'kit/theme/theme.css'), 'utf8'))

/** Named by pdf.js in the text layer that it draws. */
const namedByOthers = ['signing/signing.css defines .markedContent']

/** The tokens and the shared words are everybody's; the entry of the app, and that of component tests, bring them. */
const bringsTheTheme = {
  src: 'main.ts imports @tideline/web-kit/theme/theme.css',
  kit: 'testing/show.tsx imports ../theme/theme.css',
}

describe.each(['src', 'kit'] as const)('portal-web/%s', (folder) => {
  const sheets = getSheets(join(web, folder))

  it('keeps the styles of a room beside its screens', () => {
    expect(foreignCss(sheets)).toEqual([bringsTheTheme[folder]])
  })

  it('uses class names of its own room and the shared words only', () => {
    expect(foreignClasses(sheets, shared)).toEqual([])
  })

  it('defines no class that its room does not use', () => {
    const idle = idleClasses(sheets.filter(({ path }) => !path.startsWith('theme/')))
    expect(idle.filter((one) => !namedByOthers.includes(one))).toEqual([])
  })
})

describe('the check itself', () => {
  const sheets = [
    {
      path: 'payments/pay.css',
      text: '.pay-grid { color: red }\n@media print { .pay-gone:hover .table { color: red } }',
    },
    { path: 'payments/Card.tsx', text: 'import \'./pay.css\'\nconst a = <p className="pay-grid muted" />' },
    {
      path: 'lienholders/Dialog.tsx',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a screen
      text: "import '../payments/pay.css'\nconst a = <p className={on ? `pay-grid ${more} x-${tone}` : undefined} />",
    },
  ]

  it('finds a style sheet of another room', () => {
    expect(foreignCss(sheets)).toEqual(['lienholders/Dialog.tsx imports ../payments/pay.css'])
  })

  it('finds a class of another room, and leaves alone what is put together while it runs', () => {
    expect(foreignClasses(sheets, new Set(['muted']))).toEqual(['lienholders/Dialog.tsx uses .pay-grid'])
  })

  it('finds a class that its room does not speak of', () => {
    expect(idleClasses(sheets)).toEqual(['payments/pay.css defines .pay-gone', 'payments/pay.css defines .table'])
  })
})
