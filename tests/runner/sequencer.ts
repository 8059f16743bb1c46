import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that take a minute or more, so that none of them begins when the others have ended. */
const long = [
  'tests/packages/',
  'tests/faults/',
  'tests/answers/list-plans',
  'tests/property/',
  'tests/contract/prism',
  'tests/security/',
  'api/src/demo-book/seed',
]

/** Runs long tests first, even in a fresh clone, where vitest does not know how long each took. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => getRank(a) - getRank(b))
  }
}

function getRank({ moduleId }: TestSpecification): number {
  const rank = long.findIndex((path) => moduleId.includes(path))
  return rank < 0 ? long.length : rank
}
