// The reference at /docs: the REST operations by Swagger UI, and the pages of the guide, in one search.

import { render } from "preact";

import { applyTheme, theme } from "../theme.ts";
import { Reference } from "./reference.tsx";

import "../styles/base.css";
import "./docs.css";

applyTheme();
const dark = matchMedia("(prefers-color-scheme: dark)");
// The name by which Swagger UI knows it.
const paper = matchMedia("print");
const isDark = () => !paper.matches && (theme() === "system" ? dark.matches : theme() === "dark");
const follow = () => document.documentElement.classList.toggle("dark-mode", isDark());
for (const medium of [dark, paper]) medium.addEventListener("change", follow);
follow();
const root = document.getElementById("app");
if (root) render(<Reference />, root);
