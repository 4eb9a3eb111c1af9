// Notifications, which the user allows with a click in the settings.

// `hear(message)` receives that the browser refuses them.
export function createNotifications(hear) {
  async function allow() {
    const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
    if (answer !== "granted") hear({ kind: "notifications-refused" });
  }

  async function show(title, message) {
    if (document.hasFocus() || !("Notification" in window) || Notification.permission !== "granted") return;
    const options = { body: message, tag: "chuhe", icon: "icon-192.png", renotify: true };
    try {
      // on a phone, a page itself may not show one
      const registration = await navigator.serviceWorker?.getRegistration();
      if (registration?.active) await registration.showNotification(title, options);
      else new Notification(title, options).onclick = () => window.focus();
    } catch (error) {
      console.warn("no notification:", String(error));
    }
  }

  return { allow, show };
}
