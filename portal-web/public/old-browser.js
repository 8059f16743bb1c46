// A `nomodule` script, so it runs only in browsers that are too old for the portal. It is ES5 for Internet Explorer 11.
;(function () {
  var key = 'oldBrowserBannerClosedAt'
  var weekMs = 7 * 24 * 60 * 60 * 1000
  try {
    if (Date.now() - Number(window.localStorage.getItem(key) || 0) < weekMs) return
  } catch (storageOff) {}
  window.onload = function () {
    var banner = document.createElement('div')
    banner.setAttribute('role', 'alert')
    banner.style.cssText = 'padding:12px 16px;background:#fdf1dd;color:#8a4b00;font:16px/1.5 Arial,sans-serif'
    var text = document.createElement('span')
    text.appendChild(
      document.createTextNode('Support for Internet Explorer 11 is ending. Please switch to a current browser. ')
    )
    var close = document.createElement('button')
    close.appendChild(document.createTextNode('Close'))
    close.onclick = function () {
      try {
        window.localStorage.setItem(key, String(Date.now()))
      } catch (storageOff) {}
      document.body.removeChild(banner)
    }
    banner.appendChild(text)
    banner.appendChild(close)
    document.body.insertBefore(banner, document.body.firstChild)
  }
})()
