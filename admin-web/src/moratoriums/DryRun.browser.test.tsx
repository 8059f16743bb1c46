import { createAdminMoratorium, listCounties, previewMoratorium } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { selectCases } from '@tideline/web-kit/testing/select-cases.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleInDarkTheme, renderBackOffice, setDarkTheme } from '../testing/render-back-office.tsx'

const counties = [
  { countyFips: '12071', county: 'Lee', state: 'FL' as const },
  { countyFips: '12087', county: 'Monroe', state: 'FL' as const },
  { countyFips: '22071', county: 'Orleans', state: 'LA' as const },
]

async function fillIn(screen: Awaited<ReturnType<typeof renderBackOffice>>) {
  await screen.getByLabelText(/^Name/).fill('Demo Storm')
  await screen.getByLabelText(/^Reason/).fill('A hurricane watch.')
  await screen.getByLabelText(/^From/).first().fill('2030-06-01')
}

it.each(selectCases([1280, 390], 2))(
  'previews the affected policies before a moratorium starts (%i px)',
  async (width) => {
    await page.viewport(width, 900)
    if (width === 390) setDarkTheme()
    respondWith(listCounties, { statusCode: 200, message: '', payload: counties })
    const example = getExample(previewMoratorium)
    const [first] = example.payload.items
    const at = (policyNo: string) => ({ ...(first as NonNullable<typeof first>), policyNo })
    respondWith(previewMoratorium, {
      ...example,
      payload: { ...example.payload, resultCount: 2, items: [at('RFL3000101')], nextCursor: 'bmV4dA' },
    })
    const screen = await renderBackOffice('/moratoriums/create', 'superuser')
    await fillIn(screen)
    const dryRun = screen.getByRole('button', { name: 'Dry run' })
    await expect.element(dryRun).toBeDisabled()
    await screen.getByRole('checkbox', { name: 'Monroe' }).click()
    const map = screen.getByRole('img', { name: 'Map of FL: 1 of 2 counties chosen' })
    await expect.element(map).toBeVisible()
    // Selects a second county on the map, then clears it with its button.
    const lee = [...map.element().querySelectorAll('path')].find((path) => path.textContent === 'Lee')
    lee?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(screen.getByRole('checkbox', { name: 'Lee' })).toBeChecked()
    await screen.getByRole('button', { name: 'Leave out Lee, FL' }).click()
    await dryRun.click()
    await expect.element(screen.getByRole('heading', { name: '2 policies affected' })).toBeVisible()
    const sent = (await getRequests(previewMoratorium)[0]?.json()) as { locations: unknown; actions: unknown }
    expect(sent.locations).toEqual([{ countyFips: '12087' }])
    respondWith(previewMoratorium, {
      ...example,
      payload: { ...example.payload, resultCount: 2, items: [at('RFL3000102')], nextCursor: null },
    })
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expect.element(screen.getByRole('link', { name: 'RFL3000102' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'RFL3000101' })).toBeVisible()
    expect(await getRequests(previewMoratorium)[1]?.json()).toMatchObject({ cursor: 'bmV4dA' })
    expect(getRequests(createAdminMoratorium)).toHaveLength(0)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    if (width === 390) await expectAccessibleInDarkTheme()
    await screen.getByRole('button', { name: 'Start moratorium' }).click()
    await expect.poll(() => getRequests(createAdminMoratorium).length).toBe(1)
    expect(await getRequests(createAdminMoratorium)[0]?.json()).toMatchObject({
      name: 'Demo Storm',
      kind: 'bind',
      locations: [{ countyFips: '12087' }],
    })
  },
)

it('restricts only cancellations and non-renewals in a regulatory moratorium', async () => {
  respondWith(listCounties, { statusCode: 200, message: '', payload: counties })
  const screen = await renderBackOffice('/moratoriums/create', 'superuser')
  await screen.getByRole('combobox', { name: /^Kind/ }).click()
  await screen.getByRole('option', { name: /^Regulatory/ }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Cancelling' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: 'Non-renewal' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'New business' }).elements()).toHaveLength(0)
})
