// What the operator offers, as the service has written it into the page.

const offered = document.querySelector<HTMLMetaElement>("meta[name=offers]")?.content.split(" ");

export const offers = (name: "orders" | "quick" | "reports" | "talk"): boolean => offered?.includes(name) ?? false;
