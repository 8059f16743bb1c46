import { createHighlighterCoreSync, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import json from 'shiki/langs/json.mjs'
import shellscript from 'shiki/langs/shellscript.mjs'
import tsx from 'shiki/langs/tsx.mjs'
import dark from 'shiki/themes/github-dark-high-contrast.mjs'
import light from 'shiki/themes/github-light-high-contrast.mjs'

/** Languages of code blocks in Markdown, and the grammar that colors each. */
const grammars: Record<string, string> = {
  console: 'shellscript',
  js: 'tsx',
  json: 'json',
  sh: 'shellscript',
  ts: 'tsx',
  tsx: 'tsx',
}

let highlighter: HighlighterCore | undefined
/**
 * Returns a code block as HTML, with colors for light and dark mode. A language without a grammar has no colors. The
 * grammars are loaded on first use.
 */
export function highlightCode(text: string, language: string): string {
  highlighter ??= createHighlighterCoreSync({
    themes: [light, dark],
    langs: [shellscript, json, tsx],
    engine: createJavaScriptRegexEngine(),
  })
  return highlighter.codeToHtml(text, {
    lang: grammars[language] ?? 'text',
    themes: { light: light.name ?? '', dark: dark.name ?? '' },
    defaultColor: 'light-dark()',
    // The background comes from the page.
    transformers: [{ pre: (node) => ({ ...node, properties: { tabindex: '0' } }) }],
  })
}
