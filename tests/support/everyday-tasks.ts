import type { Page } from '@playwright/test'
import type { Book } from './browser-fixtures.ts'
import { expectMaxClicks } from './limit-clicks.ts'

/** A task of a user's day and the number of clicks that it may take. */
export interface EverydayTask {
  /** Continues the test title, for example "lets staff …". */
  task: string
  maxClicks: number
  /** Whether only the nightly run measures the task, because it uses the same controls as other tasks. */
  isNightly?: true
  /** Creates the data for the task and returns its key. If undefined, the task uses the demo book. */
  prepare?: (book: Book) => Promise<string>
  run: (page: Page, about: string) => Promise<void>
  /** Removes what would affect other tests of the run. */
  cleanUp?: (book: Book) => Promise<void>
}

/** Returns the title of a task's test, for example "lets staff find a policy by its number in at most 1 click". */
export const getTaskTitle = (who: string, { task, maxClicks }: EverydayTask) =>
  `lets ${who} ${task} in at most ${maxClicks} ${maxClicks === 1 ? 'click' : 'clicks'}`

/** Runs a task and limits its clicks. `start` opens the page where the user's day begins. Its clicks do not count. */
export async function runTask(
  { prepare, run, maxClicks, cleanUp }: EverydayTask,
  { book, openPage, start }: { book: Book; openPage: () => Promise<Page>; start: (page: Page) => Promise<void> },
) {
  const about = (await prepare?.(book)) ?? ''
  const page = await openPage()
  await start(page)
  await expectMaxClicks(page, maxClicks, () => run(page, about))
  await cleanUp?.(book)
}
