"""Inputs of stages that are no step on the way of a document, each made of that document."""
