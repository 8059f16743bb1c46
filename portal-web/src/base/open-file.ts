/**
 * Shows a file from the API in the given tab, or in the current tab if `tab` is null. The caller must open the tab
 * during the click; browsers block tabs that open later.
 */
export function showFileInTab(file: Blob, tab: Window | null) {
  const address = URL.createObjectURL(file)
  if (tab) tab.location.href = address
  else window.location.assign(address)
  // Releases the file's memory. The tab has loaded the file by this time.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
