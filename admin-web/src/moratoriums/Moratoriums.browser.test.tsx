import { getAdminMoratorium, updateAdminMoratorium } from '@tideline/sdk/operations'
import { todayOf } from '@tideline/web-kit/labels/labels.ts'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { answer, asked } from '@tideline/web-kit/testing/server.ts'
import { expect, it } from 'vitest'
import { showBackOffice } from '../testing/show.tsx'

const day = (offset: number) => todayOf(new Date(Date.now() + offset * 86_400_000))

it('a moratorium is stopped by yesterday or an earlier day [D269] [P237]', async () => {
  const event = { ...exampleOf(getAdminMoratorium), startDate: day(-30), stopDate: null }
  answer(getAdminMoratorium, event)
  answer(updateAdminMoratorium, event)
  const screen = await showBackOffice(`/moratoriums/${event.id}`, 'superuser')
  const until = screen.getByLabelText(/^Until/).first()
  await expect.element(until).toHaveAttribute('max', day(-1))
  const save = screen.getByRole('button', { name: 'Save' })
  await until.fill(day(0))
  await save.click()
  // The browser itself says so, and sends nothing.
  expect((until.element() as HTMLInputElement).validity.rangeOverflow).toBe(true)
  expect(asked(updateAdminMoratorium)).toHaveLength(0)
  await until.fill(day(-1))
  expect((until.element() as HTMLInputElement).validity.valid).toBe(true)
})
