import { page } from 'vitest/browser'

/** Expands sections of a screen by their titles. */
export async function expandSections(...titles: string[]): Promise<void> {
  for (const name of titles) await page.getByRole('button', { name, exact: true, expanded: false }).click()
}
