import { money } from '@tideline/web-kit/formats/format.ts'

/** `$3.42 owed` or `$0.40 credit`, given dollars that are below zero for what is held. */
export const describeBalance = (balance: number): string =>
  balance >= 0 ? `${money(balance)} owed` : `${money(-balance)} credit`
