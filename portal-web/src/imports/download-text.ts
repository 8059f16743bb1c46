/** Downloads text as a file. */
export function downloadText(text: string, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
