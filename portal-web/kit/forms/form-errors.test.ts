import { expect, it } from 'vitest'
import { listFormErrors } from './form-errors.ts'

const required = (message: string) => ({ type: 'required', message })

it('lists form errors by field path, including nested groups and lists', () => {
  const lienholders = [undefined, { city: required('Enter the city.'), zip: { type: 'pattern', message: '' } }]
  expect(
    listFormErrors({
      deductible: required('Enter dollars.'),
      mailing: { addr1: required('Enter the address.') },
      lienholders,
    }),
  ).toEqual([
    { field: 'deductible', message: 'Enter dollars.' },
    { field: 'mailing.addr1', message: 'Enter the address.' },
    { field: 'lienholders.1.city', message: 'Enter the city.' },
  ])
})

it('lists the error of a form field that is named "type"', () => {
  expect(listFormErrors({ type: required('Choose a type.') })).toEqual([{ field: 'type', message: 'Choose a type.' }])
})
