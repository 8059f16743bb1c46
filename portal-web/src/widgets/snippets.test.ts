import { expect, it } from 'vitest'
import { defaultAppearance, getCodeSnippets } from './snippets.ts'

const id = '00000024-0000-4000-8001-000000000001'
const origin = 'https://tideline.example.com'
const getCode = (key: string, look = defaultAppearance) =>
  getCodeSnippets(origin, id, look).find((one) => one.key === key)?.code ?? ''

it("includes the server's script URL and the registration in the widget snippets", () => {
  expect(getCodeSnippets(origin, id, defaultAppearance).map(({ code }) => code)).toMatchInlineSnapshot(`
    [
      "<script src="https://tideline.example.com/api/v1/widgets/files/script.js"></script>",
      "<link rel="stylesheet" href="https://tideline.example.com/api/v1/widgets/files/style.css">",
      "<div id="tideline-widget-00000024-0000-4000-8001-000000000001"></div>",
      "<script>
    TidelineWidget.init({
      "container": "#tideline-widget-00000024-0000-4000-8001-000000000001",
      "widget": "00000024-0000-4000-8001-000000000001",
      "primaryColor": "#0b5fa5",
      "buttonText": "Get a quote",
      "placeholder": "Enter address here"
    })
    </script>",
      "https://tideline.example.com/api/v1/widgets/00000024-0000-4000-8001-000000000001/page",
    ]
  `)
})

it('escapes user input in the widget init code so that no markup can run', () => {
  const evil = `</script><img src=x onerror=alert(1)>"'\\\u2028.`
  const code = getCode('init', { primaryColor: '#000000', buttonText: evil, placeholder: evil })
  expect(code.match(/<\/?\w+/g)).toEqual(['<script', '</script'])
  const written = JSON.parse(/init\((.*)\)\n/s.exec(code)?.[1] ?? '')
  expect([written.buttonText, written.placeholder]).toEqual([evil, evil])
})

it('replaces empty values in the widget snippets with defaults [D414]', () => {
  const code = getCode('init', { ...defaultAppearance, buttonText: ' ', placeholder: '' })
  expect(code).toContain('"buttonText": "Get a quote"')
  expect(code).toContain('"placeholder": "Enter address here"')
})
