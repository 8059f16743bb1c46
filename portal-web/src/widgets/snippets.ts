import { widgetText } from './text.ts'

/** Appearance of the widget on one page of the agency's website. */
export interface WidgetAppearance {
  primaryColor: string
  buttonText: string
  placeholder: string
}

export const defaultAppearance: WidgetAppearance = {
  primaryColor: '#0b5fa5',
  buttonText: widgetText.button,
  placeholder: widgetText.placeholder,
}

/** Serializes a value for a script element. Escapes `<`, because the element ends at the first `</script`. */
const scriptValue = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('<', '\\u003c')

export interface CodeSnippet {
  key: 'script' | 'stylesheet' | 'container' | 'init' | 'url'
  label: string
  code: string
}

/** Returns the code snippets for an agency's website. `origin` is Tideline's URL. */
export function getCodeSnippets(origin: string, id: string, look: WidgetAppearance): CodeSnippet[] {
  const files = `${origin}/api/v1/widgets`
  const options = {
    container: `#tideline-widget-${id}`,
    widget: id,
    primaryColor: look.primaryColor,
    buttonText: look.buttonText.trim() || defaultAppearance.buttonText,
    placeholder: look.placeholder.trim() || defaultAppearance.placeholder,
  }
  return [
    { key: 'script', label: 'Script tag', code: `<script src="${files}/files/script.js"></script>` },
    { key: 'stylesheet', label: 'Stylesheet tag', code: `<link rel="stylesheet" href="${files}/files/style.css">` },
    { key: 'container', label: 'Container element', code: `<div id="tideline-widget-${id}"></div>` },
    { key: 'init', label: 'Init code', code: `<script>\nTidelineWidget.init(${scriptValue(options)})\n</script>` },
    { key: 'url', label: 'Unique URL', code: `${files}/${id}/page` },
  ]
}
