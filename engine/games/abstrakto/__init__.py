"""Abstrakto, by Néstor Romeral Andrés and José Manuel Astilleros García-Monge."""
